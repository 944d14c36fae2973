import type { Command } from '../../command.js'

/** `/steer text`: passes text to the model with the next tool results of the running turn. */
export function steerCommand(): Command {
  return {
    name: 'steer',
    usage: '<text>',
    description: 'send a message to the running turn',
    category: 'control',
    becomesMessage: true,
    async run(args) {
      if (args === '') return { type: 'error', text: 'Say what the model should know: /steer look at the tests first.' }
      return { type: 'message', content: args, whenBusy: 'steer' }
    },
  }
}
