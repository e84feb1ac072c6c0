internal import CShims
internal import CaptureCore
internal import GLibBridge
internal import Glibc

tt_unblock_termination()
// A limit on the size of files is an error of the write, as a full disk is. Not SIG_IGN, which programs that this one
// starts would inherit.
signal(SIGXFSZ) { _ in }
MainLoop.attach()
let data = DataLocation.find()
startTranslation(directory: data.locale)
do throws(GLibError) {
    try Resources.register(file: data.resources)
} catch {
    Log(domain: "main").warning("no resources: \(error.message)", .error(error))
}
do throws(LaunchOptions.UsageError) {
    // A file whose name is no text would come out under another one.
    let typed = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for (argument, bytes) in zip(CommandLine.arguments, typed)
    where bytes.flatMap({ String(validatingCString: $0) }) == nil {
        throw LaunchOptions.UsageError(argument: argument)
    }
    let launch = Launch(try LaunchOptions.parse(Array(CommandLine.arguments.dropFirst())), data)
    exit(Standard.status(launch.run()))
} catch {
    Standard.complain(tr("“%s” is not understood. Try --help.").filling("%s", with: error.argument))
    exit(2)
}
