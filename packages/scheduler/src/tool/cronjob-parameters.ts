import * as z from 'zod'
import { reasoning } from '../jobs/job.js'

export const cronjobParameters = z.object({
  action: z.enum(['list', 'create', 'update', 'pause', 'resume', 'run', 'remove']),
  job: z.string().optional().describe('Id or name. For all but list and create.'),
  schedule: z
    .string()
    .optional()
    .describe('Once: "30m", an ISO time. Again: "every 2h", "every monday at 9am", five cron fields.'),
  prompt: z.string().optional().describe('The whole task.'),
  name: z.string().optional(),
  script: z
    .string()
    .optional()
    .describe('A file of the home\'s "scripts" folder. Runs first; its output joins prompt.'),
  context_from: z.array(z.string()).optional().describe('Jobs whose results join it.'),
  continue: z.boolean().optional().describe('All runs share one conversation.'),
  deliver: z
    .array(z.string())
    .optional()
    .describe('"origin": this conversation; "local": a file; "all": all home chats. Default the first two.'),
  repeat: z.int().min(1).optional(),
  model: z.string().optional(),
  provider: z.string().optional(),
  reasoning: reasoning.optional(),
  toolsets: z.array(z.string()).optional(),
  workdir: z.string().optional(),
})
export type CronjobArguments = z.infer<typeof cronjobParameters>
