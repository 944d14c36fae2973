import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The events for which a command can be configured. */
export const shellHookEvents = [
  'on_session_start',
  'on_session_end',
  'pre_llm_call',
  'post_llm_call',
  'on_interim_message',
  'on_gateway_startup',
  'pre_gateway_dispatch',
  'on_reaction',
  'on_room_member_activity',
  'pre_command',
  'pre_auxiliary_call',
  'post_auxiliary_call',
  'pre_tool_call',
  'post_tool_call',
  'subagent_stop',
] as const

export type ShellHookEvent = (typeof shellHookEvents)[number]

const hookSchema = lazily(() =>
  z.strictObject({
    matcher: z
      .string()
      .default('')
      .describe(
        'Names of tools, of commands for `pre_command`, or of chat networks for what happens there, separated by "|"; `*` fits any part. Empty: all.',
      ),
    command: z.string().min(1).describe('A shell command. It reads the event as JSON from its input.'),
    timeout: z.number().min(1).max(25).default(10).describe('Seconds until the command is ended.'),
  }),
)

export type ShellHook = z.output<ReturnType<typeof hookSchema>>

/** The section `shell_hooks`. */
export const shellHooksSchema = lazily(() =>
  z
    .partialRecord(z.enum(shellHookEvents), z.array(hookSchema()))
    .default({})
    .describe('Commands that run when something happens, by event.'),
)
