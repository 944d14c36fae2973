import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Maximum depth and number of folders searched for repositories, so that a home with many projects stays cheap. */
const deepest = 2
const mostFolders = 400

/** Returns the folder itself, in which a repository may be created, and the folders below it that contain one. */
export function repositoryFolders(root: string): readonly string[] {
  const found = [root]
  let level = [root]
  let visited = 0
  for (let depth = 0; depth < deepest && visited < mostFolders; depth += 1) {
    const below = level.slice(0, mostFolders - visited).flatMap(childFolders)
    visited += level.length
    found.push(...below.filter((folder) => entriesOf(folder).some(({ name }) => name === '.git')))
    level = below
  }
  return found
}

/** Returns the enclosing folder with a repository that contains this folder, if any. */
export function enclosingRepository(folder: string): readonly string[] {
  const parent = dirname(folder)
  if (parent === folder || existsSync(join(folder, '.git'))) return []
  return existsSync(join(parent, '.git')) ? [parent] : enclosingRepository(parent)
}

function childFolders(folder: string): readonly string[] {
  return entriesOf(folder).flatMap((entry) =>
    entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules'
      ? [join(folder, entry.name)]
      : [],
  )
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // Missing or not accessible to this user.
    return []
  }
}
