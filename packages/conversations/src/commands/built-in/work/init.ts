import type { Command } from '../../command.js'

const task = `Write the file AGENTS.md of this project: what an agent must know before its first change. If there is one, improve it, and keep what its authors wrote.
Look first: the folders, the manifests, the scripts, CI, the README, the style of the code, and rules for other agents (CLAUDE.md, .cursorrules).
It says, in fewer than 60 lines: what the project is; how to install, build, test and lint it, also one test alone, with commands that you have tried; where things are; the conventions that the code follows and a newcomer would break; what must not be touched.
Leave out what every project has and what a file name says already.`

/** `/init [instructions]`: lets the agent write the instructions of the project. */
export function initCommand(): Command {
  return {
    name: 'init',
    usage: '[instructions]',
    description: 'write agent instructions for this project',
    category: 'tools',
    surfaces: ['terminal', 'rpc', 'editor'],
    becomesMessage: true,
    run: async (args) => ({ type: 'message', content: [task, args.trim()].filter((part) => part !== '').join('\n\n') }),
  }
}
