import type { FileSystem } from '@hermes/core/environment'

/**
 * A file system for resolved paths that have been judged: each file is opened on condition that its path still leads to
 * itself.
 */
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
