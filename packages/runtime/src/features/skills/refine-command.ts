import { HermesError, type SlashCommand } from '@hermes/core'
import type { ChangedFile, SkillRefinements } from '@hermes/skills'

const usage = 'SKILL [focus] | show SKILL | accept SKILL | reject SKILL'
const verbs = ['show', 'accept', 'reject']

export interface RefineCommandOptions {
  readonly refinements: SkillRefinements
  readonly diffOf: (files: readonly ChangedFile[]) => Promise<string>
}

/** `/refine`: asks the agent to improve a skill, based on the conversation. The result is saved when the person accepts it. */
export function refineCommand({ refinements, diffOf }: RefineCommandOptions): SlashCommand {
  async function show(skill: string) {
    const files = await refinements.changes(skill)
    if (!files) return { type: 'error', text: `Nothing was proposed for the skill "${skill}".` }
    return { type: 'diff', diff: await diffOf(files), title: `/refine accept ${skill}, or /refine reject ${skill}` }
  }

  async function decide(verb: string, skill: string) {
    if (verb === 'show') return show(skill)
    if (verb === 'reject') {
      const isClosed = await refinements.reject(skill)
      return isClosed
        ? { type: 'text', text: `The skill "${skill}" stays as it is.` }
        : { type: 'error', text: `The skill "${skill}" is not being refined.` }
    }
    const { id } = await refinements.accept(skill)
    return { type: 'text', text: `Saved as change ${id}. \`/journey undo ${id}\` brings the version before back.` }
  }

  return {
    name: 'refine',
    usage,
    description: 'improve a skill by what this conversation showed',
    category: 'tools',
    // The skills belong to all conversations.
    who: 'admin',
    complete: async (prefix) => verbs.filter((verb) => verb.startsWith(prefix)).map((text) => ({ text })),
    async run(args) {
      const [, first = '', rest = ''] = /^(\S*)\s*([\s\S]*)$/.exec(args.trim()) ?? []
      if (first === '') return overview(await refinements.list())
      if (verbs.includes(first) && /^\S+$/.test(rest)) return decide(first, withoutSlash(rest))
      const skill = withoutSlash(first)
      try {
        await refinements.begin(skill)
      } catch (error) {
        if (!HermesError.is(error)) throw error
        return { type: 'error', text: error.message }
      }
      const task = `Improve the skill "${skill}" by what this conversation showed.`
      return {
        type: 'message',
        content: [task, rest && `Look at this above all: ${rest}`, steps(skill)].filter(Boolean).join('\n\n'),
      }
    },
  }
}

function overview(open: readonly string[]) {
  if (open.length === 0) return { type: 'error', text: `Name the skill: /refine ${usage}` }
  return {
    type: 'text',
    text: ['Being refined:', ...open.map((skill) => `- ${skill}: \`/refine show ${skill}\``)].join('\n'),
  }
}

function withoutSlash(name: string): string {
  return name.replace(/^\//, '')
}

const steps = (skill: string) =>
  [
    'Read the whole skill first.',
    'Look for evidence in this conversation: steps that failed or were missing, commands that had to be changed, corrections by me.',
    'Save the smallest change as a patch. It waits until I accept it.',
    `Then show me the change as a unified diff, with the evidence for each part, and tell me to answer with /refine accept ${skill} or /refine reject ${skill}.`,
    'If the conversation shows no fault, say so and change nothing.',
  ].join('\n')
