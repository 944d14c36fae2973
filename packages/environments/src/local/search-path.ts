import { homedir } from 'node:os'
import { delimiter, isAbsolute, relative, sep } from 'node:path'

type Variables = Readonly<Record<string, string | undefined>>

/**
 * The folders of the search path that a project cannot bring programs along in: absolute, and neither the folder nor below it. `npx`, direnv and
 * the like put such ones (`node_modules/.bin`) in front. A folder that holds the user's home, or is it, is no project: there, only relative
 * ones are left out.
 */
export function foldersOutside(folder: string, { PATH = '', HOME = homedir() }: Variables): readonly string[] {
  const isProject = !isWithin(HOME, folder)
  return PATH.split(delimiter).filter((each) => isAbsolute(each) && !(isProject && isWithin(each, folder)))
}

/** The variables with such a search path: for programs of this machine that are started by their names. */
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
