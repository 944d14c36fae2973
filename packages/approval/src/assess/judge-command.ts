import { type AssessCommand, createCommandAssessor } from './assess-command.js'
import type { Verdict } from './assessment.js'

export interface JudgeInput {
  readonly cmd: string
  /** Absolute path of the command's working directory. */
  readonly cwd: string
  readonly home: string
  /** Whether to assess with the gate switched off, when only what cannot be undone is refused. */
  readonly yolo?: boolean
}

/**
 * Returns the gate's verdict on one command in `manual` mode, without asking. Pass an `assess` for many commands,
 * because loading the grammar takes longer than assessing a command.
 */
export async function judgeCommand(input: JudgeInput, assess?: AssessCommand): Promise<Verdict> {
  const judge = assess ?? (await createCommandAssessor())
  const { verdict } = judge(input.cmd, { workingDirectory: input.cwd, home: input.home })
  return verdict === 'ask' && input.yolo ? 'run' : verdict
}
