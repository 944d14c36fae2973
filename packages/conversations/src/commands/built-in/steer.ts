import type { Command } from '../command.js'

/** `/steer text`: the model reads it with the next tool results, in the turn that runs. */
export function steerCommand(): Command {
  return {
    name: 'steer',
    usage: '<text>',
    description: 'say something to the turn that runs',
    category: 'control',
    becomesMessage: true,
    async run(args) {
      if (args === '') return { type: 'error', text: 'Say what the model should know: /steer look at the tests first.' }
      return { type: 'message', content: args, whenBusy: 'steer' }
    },
  }
}
