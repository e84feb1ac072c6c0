// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import CaptureCore
internal import Decoding
internal import Glibc
internal import Platform

// A closed standard stream's descriptor would be reused by the next file, and output would land in it.
for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDONLY)
}
// A process apart opens nothing more, and has no thread yet.
DecodingService.serveIfAsked(CommandLineReader.words)
Standard.keepOutput()
tt_unblock_termination()
// Makes a file size limit an error of the write, like a full disk. Not SIG_IGN, which started programs would inherit.
signal(SIGXFSZ) { _ in }
let data = DataLocation.find()
startTranslation(directory: data.locale)
DescriptorLimit.raise()
guard DescriptorLimit.hasRoom(for: DescriptorLimit.least) else {
    Standard.complain(Standard.tooFewDescriptors)
    exit(1)
}
MainLoop.attach()
do throws(GLibError) {
    try Resources.register(file: data.resources)
} catch {
    Log(domain: "main").warning("no resources: \(error.message)", .error(error))
}
do throws(LaunchOptions.UsageError) {
    // A file name that is not UTF-8 would become another one.
    if let word = CommandLineReader.firstDamagedWord { throw LaunchOptions.UsageError(argument: word) }
    let launch = Launch(try LaunchOptions.parse(Array(CommandLineReader.words.dropFirst())), data)
    let status = Standard.status(launch.run())
    // Encoders and drivers may still run. `exit` would tear down their libraries, and the crash would count against a photo.
    fflush(nil)
    _exit(status)
} catch {
    Standard.complain(error.message)
    exit(2)
}
