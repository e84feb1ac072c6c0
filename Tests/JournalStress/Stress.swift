// SPDX-License-Identifier: GPL-3.0-or-later
import CaptureCore
import Glibc
import Imaging
import Photos

enum Stress {
    /// Presses as fast as an impatient person, while earlier shots are being finished, as in the app.
    static func shoot(_ home: Home, first: Int, count: Int, seed: UInt64) async {
        let library = home.library()
        var random = Seeded(state: seed)
        let recovery = Task { await library.recover() }
        await withTaskGroup { group in
            for number in first..<(first + count) {
                say("try \(number)")
                guard let safe = try? await library.journal(Press.seen(number) ?? Press.shot(number))
                else { continue }
                say("safe \(number)")
                group.addTask {
                    let shot = await improved(library, safe, number)
                    if (try? await library.save(.journal(shot), to: .library)) != nil {
                        say("done \(number)")
                    }
                }
                // Not a wait for something: presses come at random moments, so that a kill meets every state.
                usleep(UInt32(random.next() % 4000))
            }
        }
        _ = await recovery.value
    }

    /// Replaces the seen frame by the best moment; a failure keeps the seen one.
    private static func improved(
        _ library: PhotoLibrary, _ safe: JournalledShot, _ number: Int
    ) async -> JournalledShot {
        guard Press.seen(number) != nil else { return safe }
        do throws(SaveError) {
            return try await library.replace(safe, with: Press.shot(number))
        } catch {
            failed(error)
            return safe
        }
    }

    /// One press in a world that fails: tried again after every failure.
    ///
    /// - Returns: whether it worked in the end.
    static func press(_ home: Home, _ number: Int) async -> Bool {
        let library = home.library()
        let shot = Press.seen(number) ?? Press.shot(number)
        do throws(SaveError) {
            let safe = try await library.journal(shot)
            say("safe \(number)")
            let journalled = await improved(library, safe, number)
            return await attempts { () async throws(SaveError) in
                _ = try await library.save(.journal(journalled), to: .library)
            }
        } catch {
            failed(error)
            return await attempts { () async throws(SaveError) in
                _ = try await library.save(.memory(shot), to: .library)
            }
        }
    }

    private static func attempts(_ work: () async throws(SaveError) -> Void) async -> Bool {
        for _ in 0..<3 {
            do throws(SaveError) {
                try await work()
                return true
            } catch {
                failed(error)
            }
        }
        return false
    }

    /// Reports a failure, and ends its cause.
    private static func failed(_ error: SaveError) {
        say("failed \(error.code) \(error.underlying ?? 0)")
        if let cause = getenv("TINTYPE_FAULT_WHILE") { unlink(cause) }
    }

    static func recover(_ home: Home) async {
        let recovery = await home.library().recover()
        say("recovered \(recovery.count) damaged \(recovery.damagedCount) waiting \(recovery.waiting.count)")
    }

    /// Compares every file in the library with what its press must have become.
    static func check(_ home: Home) {
        for name in names(in: home.camera) {
            guard let number = Press.number(ofPhoto: name),
                expected(number).contains(contents(home.camera + "/" + name))
            else {
                say("wrong " + name)
                continue
            }
            say("photo \(number)")
        }
    }

    private static func expected(_ number: Int) -> [[UInt8]] {
        [Press.shot(number), Press.seen(number)].compactMap { shot in
            shot.flatMap { try? Home.encoder.encode($0).bytes }
        }
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.filter { $0 != "." && $0 != ".." }
    }

    private static func contents(_ path: String) -> [UInt8] {
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = read(descriptor, &bytes, bytes.count)
        return count == bytes.count ? bytes : []
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}
