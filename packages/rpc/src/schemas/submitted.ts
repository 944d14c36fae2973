import * as z from 'zod'

const acceptance = z.object({
  as: z.enum(['turn', 'queued', 'steer', 'command', 'duplicate', 'refused']),
  turnId: z.string().exactOptional(),
  position: z.number().exactOptional(),
  name: z.string().exactOptional(),
  isWaiting: z.boolean().exactOptional(),
  reason: z.string().exactOptional(),
  message: z.string().exactOptional(),
})

export const submitted = z.object({ submissionId: z.string(), acceptance })
