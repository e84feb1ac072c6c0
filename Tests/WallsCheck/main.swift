// SPDX-License-Identifier: GPL-3.0-or-later
// Started like the process apart, shuts itself in like it, and says what it still can do: one name a message.
import CApart
import Glibc

func say(_ text: String) {
    var text = text
    _ = text.withUTF8 { bytes in bytes.baseAddress.map { tt_apart_send(3, $0, bytes.count, nil, 0) } }
}

func check(_ name: String, _ succeeds: Bool) { if succeeds { say(name) } }

func environment() -> [String] {
    var names: [String] = []
    var entry = environ
    while let text = entry.pointee {
        names.append(String(String(cString: text).prefix { $0 != "=" }))
        entry += 1
    }
    return names
}

for name in environment() where !["LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE"].contains(name) {
    say("variable " + name)
}
for number in Int32(5)..<256 where fcntl(number, F_GETFD) >= 0 { say("descriptor \(number)") }
let parent = getppid()
let failure = tt_apart_enter(64 << 20)
say("walls \(failure)")
guard failure == 0 else { _exit(1) }

check("a file", open("/etc/passwd", O_RDONLY) >= 0)
check("a new file", open("/tmp/tintype-walls", O_WRONLY | O_CREAT, 0o600) >= 0)
check("a folder", opendir("/") != nil)
var facts = stat()
check("a file's facts", stat("/etc/passwd", &facts) == 0)
var target = [CChar](repeating: 0, count: 256)
check("a link", readlink("/proc/self/exe", &target, target.count) >= 0)
check("the network", socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0)
check("a display", socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0)
check("the parent", kill(parent, 0) == 0)
check("another process", fork() >= 0)
var nothing: [UnsafeMutablePointer<CChar>?] = [nil]
check("another program", execve("/bin/true", &nothing, &nothing) == 0)
check("new code", mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
let page = mmap(nil, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
check("code made of data", mprotect(page, 4096, PROT_READ | PROT_EXEC) == 0)
check("much memory", mmap(nil, 1 << 30, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
var name = utsname()
check("the computer's name", uname(&name) == 0)
check("more rights", setuid(0) == 0)
var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
check("more descriptors", setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
// What decoders need is there.
check("memory", malloc(1 << 20) != nil)
// A function: a closure here would be the main actor's, and trap on another thread.
nonisolated func run(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? { nil }
var thread = pthread_t()
if pthread_create(&thread, nil, run, nil) == 0, pthread_join(thread, nil) == 0 { say("threads") }
say("end")
