// SPDX-License-Identifier: GPL-3.0-or-later
internal import CShims
internal import CaptureCore
internal import Diagnosis
internal import Glibc

// Who may open a node, by the libc names, once. Nothing here opens one.

/// - Returns: nil if there is no such file.
func systemRights(_ path: String) -> NodeRights? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    return NodeRights(
        canOpen: systemIsReadableAndWritable(path), mode: facts.st_mode & 0o777,
        group: systemGroupName(facts.st_gid), isRoot: geteuid() == 0, isOwner: facts.st_uid == geteuid(),
        isInGroup: facts.st_gid == getegid() || systemGroups().contains(facts.st_gid),
        isListed: systemAccessList(path).contains(geteuid()))
}

/// The name of a group; empty if it has none.
private func systemGroupName(_ group: gid_t) -> String {
    var entry = Glibc.group()
    var found: UnsafeMutablePointer<Glibc.group>?
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16384) { buffer in
        let status = getgrgid_r(group, &entry, buffer.baseAddress, buffer.count, &found)
        guard status == 0, found != nil, let name = entry.gr_name else { return "" }
        return String(cString: name)
    }
}

private func systemGroups() -> [gid_t] {
    let count = getgroups(0, nil)
    guard count > 0 else { return [] }
    var groups = [gid_t](repeating: 0, count: Int(count))
    let filled = getgroups(count, &groups)
    return Array(groups.prefix(Int(max(0, filled))))
}

/// The accounts that a file's access list names; none if it has no list.
///
/// The attribute's form is the kernel's (include/uapi/linux/posix_acl_xattr.h): a version, then entries of a tag and
/// permissions (two bytes each) and an account (four bytes), all little-endian.
private func systemAccessList(_ path: String) -> [uid_t] {
    let namedUser: UInt16 = 0x02
    return withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
        let count = getxattr(path, "system.posix_acl_access", buffer.baseAddress, buffer.count)
        guard count >= 4 else { return [] }
        return stride(from: 4, to: count - 7, by: 8).compactMap { offset in
            let tag = UInt16(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            let account = UInt32(
                littleEndian: buffer.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
            return tag == namedUser ? account : nil
        }
    }
}
