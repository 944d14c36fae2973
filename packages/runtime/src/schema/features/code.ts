import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `code_execution`: programs that the model writes and that call tools. */
export const codeExecutionSchema = lazily(() =>
  z
    .strictObject({
      timeout: z
        .number()
        .positive()
        .max(86_400)
        .default(300)
        .describe('Time limit of a program in seconds; waiting for an approval does not count.'),
      max_tool_calls: z.int().min(1).default(50).describe('Maximum number of tool calls of one program.'),
      max_stdout_chars: z
        .int()
        .min(1000)
        .default(50_000)
        .describe('Longest output of a program that the model sees; longer output is cut in the middle.'),
      max_stderr_chars: z.int().min(500).default(10_000).describe('The same for its error output.'),
      idle_timeout: z
        .number()
        .positive()
        .max(86_400)
        .default(1800)
        .describe('Idle seconds until the variables of a session are dropped.'),
      max_kernels: z
        .int()
        .min(1)
        .max(64)
        .default(4)
        .describe('Maximum number of sessions with variables, counted per language.'),
      max_memory_mb: z
        .int()
        .min(0)
        .default(4096)
        .describe('Memory limit of the programs of one session in MiB, if the system supports it; 0 for no limit.'),
    })
    .prefault({}),
)
