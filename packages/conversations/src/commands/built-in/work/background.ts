import type { Command } from '../../command.js'
import { type AsideServices, workAside } from './work-aside.js'

/** `/bg prompt`: starts a separate conversation and reports its end here. */
export function backgroundCommand(services: AsideServices): Command {
  return {
    name: 'bg',
    aliases: ['background'],
    usage: '<prompt>',
    description: 'run a task in a separate session',
    category: 'session',
    usesModel: true,
    beginsWork: true,
    async run(args, context) {
      if (args === '') return { type: 'error', text: 'Say what to work on: /bg check the links in the README.' }
      return workAside({ ...services, kind: 'background', input: { content: args } }, context)
    },
  }
}
