import { homedir } from 'node:os'
import { delimiter, isAbsolute, relative, sep } from 'node:path'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * Returns the folders of the search path that a project cannot provide: absolute ones outside of `folder`. Tools such
 * as `npx` and direnv prepend project folders (`node_modules/.bin`). A folder that is or contains the user's home is
 * not a project, so only relative folders are removed there.
 */
export function foldersOutside(folder: string, { PATH = '', HOME = homedir() }: Variables): readonly string[] {
  const isProject = !isWithin(HOME, folder)
  return PATH.split(delimiter).filter((each) => isAbsolute(each) && !(isProject && isWithin(each, folder)))
}

/** Returns the variables with that search path, for programs of this machine that are started by name. */
export function withSearchPathOutside<Given extends Variables>(
  folder: string,
  variables: Given,
): Given & { PATH: string } {
  return { ...variables, PATH: foldersOutside(folder, variables).join(delimiter) }
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}
