import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HermesError, type SlashCommand } from '@hermes/core'
import { oneLine } from '@hermes/safety'
import type { Scan } from '@hermes/safety/scan'
import { decideSkill, inPlugin, type SkillPlugin, scanSkillText } from '@hermes/skills'
import type { PortableCommand } from '../../../plugins/portable/portable-plugin.js'
import { fillCommand } from '../../../plugins/portable/read-commands.js'

/** Creates the commands of a plugin, such as `/weather:forecast Oslo`. Their texts become messages of the person. */
export function createPortableCommands(
  commands: readonly PortableCommand[],
  plugin: SkillPlugin,
  scan: Scan,
): readonly SlashCommand[] {
  return commands.map(({ name, description, usage, file }) => ({
    name: `${plugin.name}:${name}`,
    description: oneLine(description, 200) || `Send a text of the plugin ${plugin.name}`,
    category: 'extension',
    ...(usage !== undefined && { usage: oneLine(usage, 100) }),
    async run(args) {
      const text = await readFile(join(plugin.root, file), 'utf8')
      const { verdict, findings } = await scanSkillText(file, text, scan)
      if (decideSkill('community', verdict) === 'refuse') {
        const ids = [...new Set(findings.map(({ id }) => id))].join(', ')
        throw new HermesError(
          'skill/refused',
          `The command "${plugin.name}:${name}" is not used: its scan found ${ids}.`,
        )
      }
      const content = inPlugin(await fillCommand(text, args), plugin)
      return { type: 'message', content, origins: [{ kind: 'skill', name: `plugin ${plugin.name}` }] }
    },
  }))
}
