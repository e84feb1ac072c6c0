internal import CShims
internal import CaptureCore
internal import GLibBridge
internal import Glibc

tt_unblock_termination()
MainLoop.attach()
let data = DataLocation.find()
startTranslation(directory: data.locale)
do throws(GLibError) {
    try Resources.register(file: data.resources)
} catch {
    Log(domain: "main").warning("no resources: \(error.message)", .error(error))
}
do throws(LaunchOptions.UsageError) {
    let launch = Launch(try LaunchOptions.parse(Array(CommandLine.arguments.dropFirst())), data)
    exit(Standard.status(launch.run()))
} catch {
    Standard.complain(tr("“%s” is not understood. Try --help.").filling("%s", with: error.argument))
    exit(2)
}
