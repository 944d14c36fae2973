import type { FileSystem } from '@hermes/core/environment'

/** Creates a file system for approved, resolved paths. Opening fails when the path no longer resolves to itself. */
export function judgedFiles(files: FileSystem): FileSystem {
  return {
    resolve: (path) => files.resolve(path),
    stat: (path) => files.stat(path),
    list: (path) => files.list(path),
    read: (path, range) => files.read(path, { ...range, resolvesTo: path }),
    write: (path, data) => files.write(path, data, { resolvesTo: path }),
    remove: (path) => files.remove(path, { resolvesTo: path }),
  }
}
