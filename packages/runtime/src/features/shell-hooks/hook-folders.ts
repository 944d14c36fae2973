import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeError } from '@hermes/core'
import { codeOf } from '@hermes/safety'
import * as z from 'zod'
import { hashFolder } from '../../plugins/hash-folder.js'
import { shellHooksSchema } from '../../schema/features/shell-hooks.js'
import { type ConfiguredHook, configuredHooks } from './configured-hooks.js'

/** Hooks with their scripts in a folder of the home: `hooks/<name>/HOOK.yaml`. They only run after the owner has agreed to them. */
export interface HookFolder {
  readonly name: string
  /** The absolute path of the folder. Commands get it in the variable `HERMES_HOOK_DIR`. */
  readonly folder: string
  readonly description: string
  readonly hooks: readonly ConfiguredHook[]
  /** The hash of all files: `sha256-...`. An agreement covers only these files. */
  readonly integrity: string
}

export interface ReadHookFolders {
  readonly folders: readonly HookFolder[]
  /** The folders that cannot be used, with the reason. */
  readonly problems: readonly { readonly name: string; readonly problem: string }[]
}

const file = 'HOOK.yaml'
const schema = z.object({
  description: z.string().max(500).default(''),
  get hooks() {
    return shellHooksSchema()
  },
})

/** Reads the hook folders of a home, by name. */
export async function readHookFolders(home: string): Promise<ReadHookFolders> {
  const folders: HookFolder[] = []
  const problems: { name: string; problem: string }[] = []
  for (const name of await namesIn(join(home, 'hooks'))) {
    try {
      folders.push(await readHookFolder(home, name))
    } catch (error) {
      problems.push({ name, problem: describeError(error) })
    }
  }
  return { folders, problems }
}

/** Reads a hook folder. @throws {Error} when it has no valid HOOK.yaml. */
export async function readHookFolder(home: string, name: string): Promise<HookFolder> {
  const folder = join(home, 'hooks', name)
  const { parse } = await import('yaml')
  const { description, hooks } = schema.parse(parse(await readFile(join(folder, file), 'utf8'), { maxAliasCount: 0 }))
  const variables = { HERMES_HOOK_DIR: folder }
  return {
    name,
    folder,
    description,
    hooks: configuredHooks(hooks).map((hook) => ({ ...hook, folder: name, variables })),
    integrity: await hashFolder(folder),
  }
}

async function namesIn(place: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(place, { withFileTypes: true })
    const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
    return names.filter((name) => /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)).toSorted()
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

/** Returns the hooks of the folders that the owner has agreed to, and the names of the folders whose files have changed since. */
export async function allowedHooks(
  home: string,
  agreed: Readonly<Record<string, string>>,
): Promise<{ readonly hooks: readonly ConfiguredHook[]; readonly changed: readonly string[] }> {
  const names = Object.keys(agreed)
  if (names.length === 0) return { hooks: [], changed: [] }
  const { folders } = await readHookFolders(home)
  const allowed = folders.filter(({ name, integrity }) => agreed[name] === integrity)
  const isAllowed = (name: string) => allowed.some((each) => each.name === name)
  return { hooks: allowed.flatMap(({ hooks }) => hooks), changed: names.filter((name) => !isAllowed(name)) }
}
