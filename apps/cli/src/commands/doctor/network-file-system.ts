/** Names of the types that `statfs` returns on Linux (`linux/magic.h`). */
const names = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x00c36400, 'Ceph'],
  [0x5346414f, 'AFS'],
])

/** Returns the name of a file system shared over the network; `undefined` for a local one. Detected only on Linux. */
export function networkFileSystem(type: number, platform: NodeJS.Platform = process.platform): string | undefined {
  return platform === 'linux' ? names.get(type >>> 0) : undefined
}
