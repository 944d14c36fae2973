import * as z from 'zod'

/** Programs that the model writes and that call tools. */
export const codeExecutionSchema = z
  .strictObject({
    timeout: z
      .number()
      .positive()
      .max(86_400)
      .default(300)
      .describe('Seconds that a program may run; waiting for an approval does not count.'),
    max_tool_calls: z.int().min(1).default(50).describe('Tool calls of one program.'),
    max_stdout_chars: z
      .int()
      .min(1000)
      .default(50_000)
      .describe('Longest output of a program that the model gets to see; the middle of a longer one is left out.'),
    max_stderr_chars: z.int().min(500).default(10_000).describe('The same for its error output.'),
    idle_timeout: z
      .number()
      .positive()
      .max(86_400)
      .default(1800)
      .describe('Seconds after the last program until the variables of a session are forgotten.'),
    max_kernels: z
      .int()
      .min(1)
      .max(64)
      .default(4)
      .describe('Sessions whose variables are kept at the same time, counted by language.'),
    max_memory_mb: z
      .int()
      .min(0)
      .default(4096)
      .describe('Memory of the programs of one session, in MiB, where the system can hold them to it; 0 for no limit.'),
  })
  .prefault({})
