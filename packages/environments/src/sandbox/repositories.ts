import { type Dirent, existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** How far down repositories are looked for, and in how many folders at most: a home full of projects must not cost much. */
const deepest = 2
const mostFolders = 400

/** Folders below, and the folder itself, that hold a repository or may come to. */
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

/** The folder above that has a repository of which this one is a part, if it is one. */
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
    // Not for this user, or gone.
    return []
  }
}
