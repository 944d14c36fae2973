import type { Command } from '../../command.js'

/** `/continue`: continues a turn that was cut short. */
export function continueCommand(): Command {
  return {
    name: 'continue',
    description: 'continue an interrupted turn',
    category: 'control',
    usesModel: true,
    async run(_, { conversation, person, surface }) {
      const acceptance = await conversation.continue({ person, surface }).accepted
      if (acceptance.as !== 'refused') return { type: 'done' }
      const nothing = 'There is nothing to continue: the last turn has ended.'
      return { type: 'text', text: acceptance.reason === 'nothing-to-continue' ? nothing : acceptance.message }
    },
  }
}
