import { describeError } from '@hermes/core'
import { english } from '@hermes/safety/language'
import type { SkinSwitch } from '../skins/skin-switch.js'
import type { TerminalCommand } from './terminal-command.js'

/** Creates `/skin [name]`, which lists the skins or applies one. */
export function skinCommand(skins: SkinSwitch): TerminalCommand {
  return {
    name: 'skin',
    usage: '[name]',
    description: 'show how the terminal may look, or choose it',
    category: 'settings',
    surfaces: ['terminal'],
    complete: async (prefix) =>
      (await skins.list())
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, about }) => ({ text: name, ...(about !== '' && { detail: about }) })),
    async run(args) {
      try {
        if (args === '') {
          const options = (await skins.list()).map(({ name, about }) => ({
            label: name,
            command: `/skin ${name}`,
            ...(about !== '' && { detail: about }),
            ...(name === skins.current && { isCurrent: true }),
          }))
          return { type: 'choice', prompt: english`Skin: ${skins.current}.`, options }
        }
        const problem = await skins.use(args)
        if (problem !== undefined) return { type: 'error', text: problem }
        return { type: 'text', text: english`Skin: ${args}.` }
      } catch (error) {
        return { type: 'error', text: describeError(error) }
      }
    },
  }
}
