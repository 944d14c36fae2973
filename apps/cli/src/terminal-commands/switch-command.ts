import type { TerminalCommand } from './terminal-command.js'

export interface SwitchCommandOptions extends Pick<TerminalCommand, 'name' | 'description'> {
  readonly isOn: () => boolean
  readonly turn: (isOn: boolean) => void
  /** Messages after the setting was turned on or off. */
  readonly said: { readonly on: string; readonly off: string }
}

const words = ['on', 'off']

/** Creates a command for a setting of the terminal: `/NAME [on | off]`. Without an argument, it toggles the setting. */
export function switchCommand({ isOn, turn, said, ...named }: SwitchCommandOptions): TerminalCommand {
  return {
    ...named,
    usage: '[on | off]',
    category: 'settings',
    surfaces: ['terminal'],
    complete: async (prefix) => words.filter((word) => word.startsWith(prefix)).map((text) => ({ text })),
    async run(args) {
      if (args !== '' && !words.includes(args)) return { type: 'error', text: 'It is on or off.' }
      turn(args === '' ? !isOn() : args === 'on')
      return { type: 'text', text: isOn() ? said.on : said.off }
    },
  }
}
