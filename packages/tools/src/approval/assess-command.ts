import { hardlineRules } from './hardline.js'
import { type ParseContext, parseCommand } from './parse-command.js'
import { dangerRules } from './rules/index.js'
import { createSubject, type Rule, type Subject } from './rules/rule.js'
import type { Problem } from './shell/invocation.js'
import { loadShellParser } from './shell/syntax-tree.js'

/** `run`: nothing speaks against it. `ask`: a person decides. `refuse`: it never runs. */
export type Verdict = 'run' | 'ask' | 'refuse'

export interface Assessment {
  readonly verdict: Verdict
  /** Why it is not simply run, one sentence each; empty for `run`. */
  readonly reasons: readonly string[]
  /** Every command that was found in it, after quotes, expansions and wrappers. */
  readonly commands?: readonly string[]
}

/** Judges one shell command (bash). Pure: the same command gets the same answer, and nothing is run or read. */
export type AssessCommand = (command: string, context: ParseContext) => Assessment

/** Longer commands are not followed. */
const longestCommand = 400_000

const problemReasons: Readonly<Record<Problem, string>> = {
  syntax: 'It is not a complete shell command, so what it does cannot be known.',
  'too-complex': 'It is too long or too deeply nested to be followed.',
  'unknown-program': 'Which program it starts is only known when it runs.',
  'remote-code': 'It runs code that comes from the network.',
  'decoded-code': 'It runs code that is hidden in an encoded form.',
  'generated-code': 'It runs code that another program makes on the way.',
  'fork-bomb': 'It starts itself again and again until the machine stands still.',
  'kill-all': 'It sends a signal to every process.',
  'reverse-shell': 'It opens a shell to another machine.',
  'data-loss': 'It deletes data from a database.',
}
const hardlineProblems: ReadonlySet<Problem> = new Set<Problem>(['fork-bomb', 'kill-all'])

/** Loads the grammar (about 50 ms, once) and returns the assessor. */
export async function createCommandAssessor(): Promise<AssessCommand> {
  const parse = await loadShellParser()
  const danger = indexRules(dangerRules)
  const hardline = indexRules(hardlineRules)
  return (command, context) => {
    if (command.length > longestCommand) return { verdict: 'ask', reasons: [problemReasons['too-complex']] }
    if (command.includes('\0')) return { verdict: 'ask', reasons: [problemReasons.syntax] }
    const { invocations, problems, paths } = parseCommand(command, context, parse)
    const subjects = invocations.map((invocation) => createSubject(invocation, paths, context.home))
    const refused = new Set(
      [...problems].filter((problem) => hardlineProblems.has(problem)).map((problem) => problemReasons[problem]),
    )
    const asked = new Set(
      [...problems].filter((problem) => !hardlineProblems.has(problem)).map((problem) => problemReasons[problem]),
    )
    for (const subject of subjects) {
      for (const reason of hardline(subject)) (subject.invocation.elsewhere ? asked : refused).add(reason)
      for (const reason of danger(subject)) asked.add(reason)
    }
    const commands = invocations.map(({ argv }) => argv.map((word) => word.text).join(' '))
    if (refused.size > 0) return { verdict: 'refuse', reasons: [...refused], commands }
    return { verdict: asked.size > 0 ? 'ask' : 'run', reasons: [...asked], commands }
  }
}

function indexRules(rules: readonly Rule[]): (subject: Subject) => readonly string[] {
  const general = rules.filter((rule) => rule.programs === undefined)
  const byProgram = new Map<string, Rule[]>()
  for (const rule of rules) {
    for (const program of rule.programs ?? []) byProgram.set(program, [...(byProgram.get(program) ?? []), rule])
  }
  return (subject) =>
    [...general, ...(byProgram.get(subject.invocation.name) ?? [])]
      .filter((rule) => rule.test(subject))
      .map((rule) => rule.reason)
}
