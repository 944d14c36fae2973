import type { CommandOutcome } from '../contracts/command-outcome.js'
import type { Command } from './command.js'

/** The skills and bundles of an agent, as commands need them. */
export interface SkillSource {
  skills(): readonly SkillFacts[]
  bundles(): readonly BundleFacts[]
  /** Creates the message to the agent with the text of these skills. */
  message(names: readonly string[], request: string, instructions?: string): Promise<string>
}

export interface SkillFacts {
  readonly name: string
  readonly description: string
  readonly category?: string | undefined
  readonly origin?: string
}

export interface BundleFacts {
  readonly name: string
  readonly description: string
  readonly skills: readonly string[]
  readonly instructions?: string | undefined
}

/** How many skills one message may start. */
const mostStacked = 5

/**
 * Creates the commands `/skill-name` and `/bundle-name`, for the `dynamic` part of a command table. They become messages to the agent.
 * A line may start with several skills: `/review /release publish 1.2`.
 */
export function skillCommands(source: SkillSource): () => {
  readonly bundles: readonly Command[]
  readonly skills: readonly Command[]
} {
  const skills = remembered((list: readonly SkillFacts[]) => list.map((facts) => skillCommand(facts, source)))
  const bundles = remembered((list: readonly BundleFacts[]) => list.map((facts) => bundleCommand(facts, source)))
  return () => ({ bundles: bundles(source.bundles()), skills: skills(source.skills()) })
}

/** Caches the converted list: a changed list is a new object. */
function remembered<From extends object, To>(convert: (from: From) => To): (from: From) => To {
  let last: { readonly from: From; readonly to: To } | undefined
  return (from) => {
    if (last?.from !== from) last = { from, to: convert(from) }
    return last.to
  }
}

function skillCommand({ name, description }: SkillFacts, source: SkillSource): Command {
  return {
    name,
    usage: '[/skill ...] [request]',
    description,
    category: 'extension',
    becomesMessage: true,
    run: async (args) => {
      const { names, request } = takeNames(args, new Set(source.skills().map((skill) => skill.name)))
      const all = [...new Set([name, ...names])]
      if (all.length > mostStacked) {
        return { type: 'error', text: `A message starts at most ${mostStacked} skills: ${all.length} were named.` }
      }
      return message(await source.message(all, request))
    },
  }
}

function bundleCommand({ name, description, skills, instructions }: BundleFacts, source: SkillSource): Command {
  return {
    name,
    usage: '[request]',
    description,
    category: 'extension',
    becomesMessage: true,
    run: async (args) => message(await source.message(skills, args, instructions)),
  }
}

function message(content: string): CommandOutcome {
  return { type: 'message', content }
}

/** Splits a text into the names of skills at its start, and the rest. */
function takeNames(
  text: string,
  known: ReadonlySet<string>,
): { readonly names: readonly string[]; readonly request: string } {
  const names: string[] = []
  let rest = text.trimStart()
  for (let found = readName(rest); found !== undefined && known.has(found); found = readName(rest)) {
    names.push(found)
    rest = rest.slice(found.length + 1).trimStart()
  }
  return { names, request: rest }
}

function readName(text: string): string | undefined {
  return /^\/([a-z0-9:-]+)(?=\s|$)/.exec(text)?.[1]
}
