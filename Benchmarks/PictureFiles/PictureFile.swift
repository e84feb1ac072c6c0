// SPDX-License-Identifier: GPL-3.0-or-later
internal import CPNG
internal import CTurboJPEG
internal import Glibc
public import Merging

/// One sentence that says what is wrong.
public struct Problem: Error {
    public let text: String

    public init(_ text: String) { self.text = text }
}

/// PNG and JPEG files as pictures.
public enum PictureFile {
    /// More than any camera has; less than memory.
    private static let mostPixels = 100_000_000
    private static let mostBytes = 1 << 30

    public static func read(_ path: String) throws(Problem) -> RGBPicture {
        let bytes = try contents(of: path)
        switch bytes.prefix(2) {
        case [0x89, 0x50]: return try png(bytes, path)
        case [0xff, 0xd8]: return try jpeg(bytes, path)
        default: throw Problem("\(path) is neither a PNG nor a JPEG file")
        }
    }

    private static func contents(of path: String) throws(Problem) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Problem("\(path): \(String(cString: strerror(errno)))") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = Glibc.read(file, &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Problem("\(path): \(String(cString: strerror(errno)))") }
            guard count > 0 else { return bytes }
            bytes += part[..<count]
            guard bytes.count <= mostBytes else { throw Problem("\(path) is too large") }
        }
    }

    private static func check(_ width: Int, _ height: Int, _ path: String) throws(Problem) {
        guard width > 0, height > 0, width <= mostPixels, height <= mostPixels, width * height <= mostPixels
        else {
            throw Problem("\(path) has \(width) × \(height) pixels, which is too many")
        }
    }

    private static func png(_ bytes: [UInt8], _ path: String) throws(Problem) -> RGBPicture {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        defer { png_image_free(&image) }
        let result: Result<RGBPicture, Problem> = bytes.withUnsafeBytes { bytes in
            guard png_image_begin_read_from_memory(&image, bytes.baseAddress, bytes.count) != 0 else {
                return .failure(Problem("\(path): \(message(image))"))
            }
            let (width, height) = (Int(image.width), Int(image.height))
            do throws(Problem) { try check(width, height, path) } catch { return .failure(error) }
            var background = png_color()
            // Without a gamma in the file, samples of sixteen bits are sRGB like those of eight.
            image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
            let isDeep = image.format & UInt32(PNG_FORMAT_FLAG_LINEAR) != 0
            image.format = UInt32(PNG_FORMAT_FLAG_COLOR) | (isDeep ? UInt32(PNG_FORMAT_FLAG_LINEAR) : 0)
            let samples: [UInt16]
            if isDeep {
                var linear = [UInt16](repeating: 0, count: width * height * 3)
                guard png_image_finish_read(&image, &background, &linear, 0, nil) != 0 else {
                    return .failure(Problem("\(path): \(message(image))"))
                }
                let table = (0...65535).map { UInt16(65535 * encoded(Double($0) / 65535) + 0.5) }
                samples = linear.map { table[Int($0)] }
            } else {
                var codes = [UInt8](repeating: 0, count: width * height * 3)
                guard png_image_finish_read(&image, &background, &codes, 0, nil) != 0 else {
                    return .failure(Problem("\(path): \(message(image))"))
                }
                samples = codes.map { UInt16($0) }
            }
            return .success(RGBPicture(width: width, height: height, isDeep: isDeep, samples: samples))
        }
        return try result.get()
    }

    private static func encoded(_ light: Double) -> Double {
        light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
    }

    private static func message(_ image: png_image) -> String {
        withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// - Parameter path: the file's name, for what is said of it.
    public static func jpeg(_ bytes: [UInt8], _ path: String) throws(Problem) -> RGBPicture {
        guard let handle = tjInitDecompress() else { throw Problem("TurboJPEG has no memory") }
        defer { tjDestroy(handle) }
        func fault() -> Problem {
            Problem("\(path): \(tjGetErrorStr2(handle).map { String(cString: $0) } ?? "TurboJPEG")")
        }
        var (width, height, sampling, colors) = (Int32(0), Int32(0), Int32(0), Int32(0))
        guard tjDecompressHeader3(handle, bytes, UInt(bytes.count), &width, &height, &sampling, &colors) == 0
        else { throw fault() }
        try check(Int(width), Int(height), path)
        var codes = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
        guard
            tjDecompress2(
                handle, bytes, UInt(bytes.count), &codes, width, 0, height, Int32(TJPF_RGB.rawValue),
                Int32(TJFLAG_ACCURATEDCT)) == 0
        else { throw fault() }
        return RGBPicture(
            width: Int(width), height: Int(height), isDeep: false, samples: codes.map { UInt16($0) })
    }

    /// A JPEG file of a picture of eight bits, 4:2:0 as cameras' motion JPEG mostly is.
    public static func jpegBytes(_ picture: RGBPicture, quality: Int) throws(Problem) -> [UInt8] {
        guard let handle = tjInitCompress() else { throw Problem("TurboJPEG has no memory") }
        defer { tjDestroy(handle) }
        let codes = picture.samples.map { UInt8(truncatingIfNeeded: $0) }
        var output: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(output) }
        guard
            tjCompress2(
                handle, codes, Int32(picture.width), 0, Int32(picture.height), Int32(TJPF_RGB.rawValue),
                &output,
                &count, Int32(TJSAMP_420.rawValue), Int32(quality), Int32(TJFLAG_ACCURATEDCT)) == 0,
            let output
        else { throw Problem("TurboJPEG can’t encode") }
        return Array(UnsafeBufferPointer(start: output, count: Int(count)))
    }

    /// Writes a PNG file of eight bits; the file is there whole or not at all.
    public static func write(_ picture: RGBPicture, to path: String) throws(Problem) {
        var image = png_image()
        image.version = UInt32(PNG_IMAGE_VERSION)
        image.width = UInt32(picture.width)
        image.height = UInt32(picture.height)
        image.format = UInt32(PNG_FORMAT_FLAG_COLOR)
        // Fast: the picture is noise for a packer.
        image.flags = UInt32(PNG_IMAGE_FLAG_FAST)
        let codes =
            picture.isDeep
            ? picture.samples.map { UInt8((UInt32($0) * 255 + 32767) / 65535) }
            : picture.samples.map { UInt8(truncatingIfNeeded: $0) }
        // At most a filter's byte for each row and zlib's headers more than the samples.
        var size = codes.count + codes.count / 100 + picture.height * 16 + 65536
        var bytes = [UInt8](repeating: 0, count: size)
        guard png_image_write_to_memory(&image, &bytes, &size, 0, codes, 0, nil) != 0 else {
            throw Problem("\(path): \(message(image))")
        }
        try write(bytes.prefix(size), to: path)
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to path: String) throws(Problem) {
        var facts = stat()
        let isSpecial = stat(path, &facts) == 0 && facts.st_mode & S_IFMT != S_IFREG
        // Another name first, so that a full disk leaves what was there.
        let name = isSpecial ? path : "\(path).\(getpid()).part"
        func fault() -> Problem {
            let text = "\(path): \(String(cString: strerror(errno)))"
            if !isSpecial { unlink(name) }
            return Problem(text)
        }
        let file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw fault() }
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let problem = fault()
                close(file)
                throw problem
            }
            rest = rest.dropFirst(count)
        }
        guard close(file) == 0 else { throw fault() }
        if !isSpecial, rename(name, path) != 0 { throw fault() }
    }
}
