import { type AssessCommand, createCommandAssessor } from './assess-command.js'
import type { Verdict } from './assessment.js'

export interface JudgeInput {
  readonly cmd: string
  /** Absolute path of the folder that the command runs in. */
  readonly cwd: string
  readonly home: string
  /** As with the gate switched off: only what cannot be undone is refused. */
  readonly yolo?: boolean
}

/**
 * The gate's verdict on one command in the mode `manual`, without asking anybody. Pass an `assess` of your own when there
 * are many to judge: loading the grammar takes longer than judging a command.
 */
export async function judgeCommand(input: JudgeInput, assess?: AssessCommand): Promise<Verdict> {
  const judge = assess ?? (await createCommandAssessor())
  const { verdict } = judge(input.cmd, { workingDirectory: input.cwd, home: input.home })
  return verdict === 'ask' && input.yolo ? 'run' : verdict
}
