import type { SlashCommand } from '@hermes/core'

/** `/refine`: a message that asks the agent to improve a skill by what the conversation showed, after the person has agreed to the diff. */
export const refineCommand: SlashCommand = {
  name: 'refine',
  usage: 'SKILL [focus]',
  description: 'improve a skill by what this conversation showed',
  category: 'tools',
  async run(args) {
    const [, skill, focus = ''] = /^(\S+)\s*([\s\S]*)$/.exec(args.trim()) ?? []
    if (skill === undefined) return { type: 'error', text: 'Name the skill: /refine SKILL [focus]' }
    const task = `Improve the skill "${skill.replace(/^\//, '')}" by what this conversation showed.`
    return {
      type: 'message',
      content: [task, focus && `Look at this above all: ${focus}`, steps].filter(Boolean).join('\n\n'),
    }
  },
}

const steps = [
  'Read the whole skill first.',
  'Look for evidence in this conversation: steps that failed or were missing, commands that had to be changed, corrections by me.',
  'Show me the smallest change as a unified diff, with the evidence for each part, and ask whether to save it.',
  'Save it as a patch once I agree, and nothing before. If the conversation shows no fault, say so and change nothing.',
].join('\n')
