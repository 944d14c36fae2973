import { type AssessCall, defineTool, type Tool } from '@hermes/core'
import { cronjobParameters } from './cronjob-parameters.js'
import type { CronjobToolOptions } from './cronjob-tool-options.js'
import { cronjobIdentity } from './tool-identity.js'

/** Creates the tool `cronjob`: scheduled jobs for the model. A prompt that looks like an attack is refused. */
export function cronjobTool(options: CronjobToolOptions): Tool {
  return defineTool({
    ...cronjobIdentity,
    description:
      'Schedule tasks. A run has no user to ask and starts without this conversation. Its final answer is delivered; [SILENT] delivers nothing.',
    parameters: cronjobParameters,
    effect: 'once',
    concurrency: 'never',
    delegable: false,
    changesFiles: false,
    assess,
    summarize: ({ action, job, name, schedule }) => [action, job ?? name, schedule].filter(Boolean).join(' '),
    async run(args, { sessionId }) {
      const { runCronjob } = await import('./run-cronjob.js')
      return runCronjob(args, sessionId, options)
    },
  })
}

/** A job acts later without a person, which is a lasting effect. A script is asked about. */
const assess: AssessCall = async ({ action, script, name, job, schedule }) => {
  if (action === 'list') return { verdict: 'run', reasons: [], outward: [] }
  const does = `${String(action)} the scheduled job "${String(name ?? job ?? schedule ?? '')}"`
  const outward = [{ kind: 'lasts', does: 'change scheduled jobs' }] as const
  if (typeof script !== 'string') return { verdict: 'run', reasons: [], outward, subject: does }
  return {
    verdict: 'ask',
    reasons: ['a scheduled job runs a script without a person'],
    outward,
    subject: `${does}, with the script ${script}`,
  }
}
