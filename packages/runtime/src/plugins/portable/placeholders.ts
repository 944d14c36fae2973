import { join } from 'node:path'
import type { SkillPlugin } from '@hermes/skills'

/** Returns the folders of an installed plugin. Commands may write to `data`, which updates keep. */
export function foldersOf(home: string, name: string): SkillPlugin {
  return { name, root: join(home, 'plugins', name), data: join(home, 'workspace', 'plugin-data', name) }
}

/** Returns the folders as environment variables. */
export function folderVariables({ root, data }: SkillPlugin): Readonly<Record<string, string>> {
  return { CLAUDE_PLUGIN_ROOT: root, PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data, PLUGIN_DATA: data }
}

const variable = /\$\{([A-Za-z_]\w{0,100})(?::-([^}$]{0,200}))?\}/g

/** Fills in `${NAME}` and `${NAME:-default}`. A variable without a value becomes an empty text. */
export function fillVariables(text: string, variables: Readonly<Record<string, string | undefined>>): string {
  return text.replaceAll(variable, (_, name: string, usual?: string) => variables[name] ?? usual ?? '')
}

/** Returns the names in `${NAME}`, without duplicates and without those of the plugin's folders. */
export function variablesIn(text: string): readonly string[] {
  const names = [...text.matchAll(variable)].flatMap(([, name]) => name ?? [])
  return [...new Set(names)].filter((name) => !/^(?:CLAUDE_)?PLUGIN_(?:ROOT|DATA)$/.test(name)).toSorted()
}
