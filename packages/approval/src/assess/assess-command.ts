import type { AssessContext, Assessment } from '@hermes/core'
import { createPathClasses, type PathClasses } from '../places/paths.js'
import { loadShellParser } from '../shell/load-shell-parser.js'
import { parseCommand, parseProgram } from '../shell/parse-command.js'
import { createParsedJudge } from './judge-parsed.js'
import { problemReasons } from './problem-reasons.js'
import { scanText } from './scan-text.js'

/** Judges one shell command (bash). Pure: the same command gets the same answer, and nothing is run or read. */
export type AssessCommand = (command: string, context: AssessContext) => Assessment

/** Judges the text of a program by the same rules, as far as its text shows what it starts. Pure. */
export type AssessProgram = (program: string, language: ProgramLanguage, context: AssessContext) => Assessment

export type ProgramLanguage = 'python' | 'javascript'

export interface Assessors {
  readonly command: AssessCommand
  readonly program: AssessProgram
}

/** Longer texts are not followed. */
const longestText = 400_000

const interpreters: Readonly<Record<ProgramLanguage, string>> = { python: 'python3', javascript: 'node' }

/** Loads the grammar (about 50 ms, once) and returns the assessors. */
export async function createAssessors(): Promise<Assessors> {
  const services = { parse: await loadShellParser(), pathsOf: rememberPaths() }
  const judge = createParsedJudge()
  return {
    command(command, context) {
      if (command.length > longestText) return tooLong
      if (command.includes('\0')) return { verdict: 'ask', reasons: [problemReasons.syntax] }
      return judge({ parsed: parseCommand(command, context, services), home: context.home, shown: scanText(command) })
    },
    program(program, language, context) {
      if (program.length > longestText) return tooLong
      const parsed = parseProgram({ program, interpreter: interpreters[language] }, context, services)
      return judge({ parsed, home: context.home, shown: scanText(program) })
    },
  }
}

/** Commands come one after the other for the same home. */
function rememberPaths(): (context: AssessContext) => PathClasses {
  let last: { readonly key: string; readonly paths: PathClasses } | undefined
  return ({ home, agentHome, agentProgram }) => {
    const key = [home, agentHome, agentProgram].join('\0')
    if (last?.key !== key) last = { key, paths: createPathClasses(home, agentHome, agentProgram) }
    return last.paths
  }
}

/** Loads the grammar (about 50 ms, once) and returns the assessor of commands. */
export async function createCommandAssessor(): Promise<AssessCommand> {
  return (await createAssessors()).command
}

const tooLong: Assessment = { verdict: 'ask', reasons: [problemReasons['too-complex']] }
