import type { AssessContext, Assessment } from '@hermes/core'
import { createPathClasses, type PathClasses } from '../places/paths.js'
import type { ConnectingFiles } from '../provenance/connecting-files.js'
import type { Unsandboxed } from '../rules/unsandboxed.js'
import { loadShellParser } from '../shell/load-shell-parser.js'
import { parseCommand, parseProgram } from '../shell/parse-command.js'
import { createParsedJudge } from './judge-parsed.js'
import { problemReasons } from './problem-reasons.js'
import { scanText } from './scan-text.js'

/** Assesses a bash command. Pure: nothing is run or read, and equal commands get equal assessments. */
export type AssessCommand = (command: string, context: CommandContext) => Assessment

export interface CommandContext extends AssessContext {
  /** The rules for commands that run unsandboxed. Default: none, as for commands in a sandbox. */
  readonly unsandboxed?: Unsandboxed
  /** What is known about the code that the conversation wrote. Default: nothing. */
  readonly connecting?: ConnectingFiles
  /**
   * Whether commands run in a sandbox that hides the agent's home. What needs it is then refused, not asked about.
   * Default: false.
   */
  readonly hidesAgent?: boolean
}

/** Assesses the text of a program by the same rules, as far as the text shows what it starts. Pure. */
export type AssessProgram = (program: string, language: ProgramLanguage, context: CommandContext) => Assessment

export type ProgramLanguage = 'python' | 'javascript'

export interface Assessors {
  readonly command: AssessCommand
  readonly program: AssessProgram
}

/** Maximum length of a text that is analyzed. */
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
      return judge({
        parsed: parseCommand(command, context, services),
        ...textOf(command, context),
        shown: scanText(command),
        unsandboxed: context.unsandboxed,
        connecting: context.connecting,
        hidesAgent: context.hidesAgent,
      })
    },
    program(program, language, context) {
      if (program.length > longestText) return tooLong
      const parsed = parseProgram({ program, interpreter: interpreters[language] }, context, services)
      const { connecting, hidesAgent } = context
      return judge({ parsed, ...textOf(program, context), shown: scanText(program), connecting, hidesAgent })
    },
  }
}

function textOf(text: string, { home, workspace, workingDirectory }: AssessContext) {
  return { text, home, workspace: workspace ?? workingDirectory }
}

/** Caches the path classes, because consecutive commands usually share a home. */
function rememberPaths(): (context: AssessContext) => PathClasses {
  let last: { readonly key: string; readonly paths: PathClasses } | undefined
  return ({ home, agentHome, agentProgram }) => {
    const key = [home, agentHome, agentProgram].join('\0')
    if (last?.key !== key) last = { key, paths: createPathClasses(home, agentHome, agentProgram) }
    return last.paths
  }
}

/** Loads the grammar (about 50 ms, once) and returns the command assessor. */
export async function createCommandAssessor(): Promise<AssessCommand> {
  return (await createAssessors()).command
}

const tooLong: Assessment = { verdict: 'ask', reasons: [problemReasons['too-complex']] }
