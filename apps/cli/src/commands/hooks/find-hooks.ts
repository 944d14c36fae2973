import { HermesError } from '@hermes/core'
import type { ConfiguredHook } from '@hermes/runtime'
import { openPluginStore, type PortableHook, readHookFolders, scanPortablePlugin } from '@hermes/runtime'
import { type SkillScan, scanSkill } from '@hermes/skills'

/** Hooks that need an agreement, or have one. */
export interface AgreedHooks {
  /** Setting that stores the agreement. */
  readonly setting: string
  /** Hash of the files. */
  readonly integrity: string
  readonly hooks: readonly (ConfiguredHook | PortableHook)[]
  readonly findings: SkillScan['findings']
}

/** Returns the hooks of a hook folder or a plugin. @throws {HermesError} when no folder or plugin has this name, or both do. */
export async function findHooks(home: string, name: string): Promise<AgreedHooks> {
  const { folders, problems } = await readHookFolders(home)
  const folder = folders.find((each) => each.name === name)
  const store = await openPluginStore(home)
  const isPlugin = (await store.list()).some((plugin) => plugin.name === name)
  const broken = problems.find((each) => each.name === name)
  if (broken && !isPlugin)
    throw new HermesError('plugin/manifest', `The hook folder "${name}" cannot be used: ${broken.problem}`)
  if (folder && isPlugin)
    throw new HermesError('plugin/manifest', `"${name}" is a hook folder and a plugin: rename the folder.`)
  if (folder) {
    const { findings } = await scanSkill(folder.folder)
    return { setting: `hook_folders.${name}`, integrity: folder.integrity, hooks: folder.hooks, findings }
  }
  const { installed, folder: files, contents } = await store.open(name)
  if (contents.kind !== 'portable' || contents.manifest.hooks.length === 0)
    throw new HermesError('plugin/manifest', `The plugin "${name}" has no hooks that need your agreement.`)
  const { findings } = await scanPortablePlugin(files, contents.manifest)
  return {
    setting: `installed_plugins.hooks.${name}`,
    integrity: installed.integrity,
    hooks: contents.manifest.hooks,
    findings: findings.filter(({ path }) => /^(?:hooks|scripts)\//.test(path)),
  }
}
