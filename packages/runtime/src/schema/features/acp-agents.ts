import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `acp_agents`. */
export const acpAgentsSchema = lazily(() =>
  z
    .record(
      z.string().regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'a name of at most 32 lower-case letters, digits, "_" and "-"'),
      z.strictObject({
        command: z.string().min(1).describe('The program of the agent.'),
        args: z.array(z.string()).default([]).describe('Its arguments.'),
        env: z
          .record(z.string(), z.string())
          .default({})
          .describe('Its variables, which may refer to those of `.env`. No other secrets are passed to it.'),
        description: z.string().max(500).default('').describe('What it is good at, for the model that delegates.'),
      }),
    )
    .default({})
    .describe('Agent programs that speak the Agent Client Protocol, by name: tasks can be delegated to them.'),
)

export type AcpAgentConfig = z.output<ReturnType<typeof acpAgentsSchema>>[string]
