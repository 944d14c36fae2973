import type { Command } from '../../command.js'

/** `/plan task`: lets the agent plan before it changes anything. */
export function planCommand(): Command {
  return {
    name: 'plan',
    usage: '<task>',
    description: 'write a plan before changing anything',
    category: 'tools',
    becomesMessage: true,
    async run(args) {
      const task = args.trim()
      if (task === '') return { type: 'error', text: 'Say what to plan: /plan move the tests to vitest.' }
      return { type: 'message', content: `${instructions}\n\nThe task: ${task}` }
    },
  }
}

const instructions = `Plan this task, and do not carry it out. Read what it touches first, and ask me where two readings lead to different plans.
Write the plan to .hermes/plans/, to a file named after the task, and change nothing else: the goal and how to check that it is reached; the steps, each small enough to be checked alone, with the files that it touches; what may go wrong; what is left out.
Then show me the plan in brief, and wait for my word.`
