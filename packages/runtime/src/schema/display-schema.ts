import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The section `display`: what a terminal shows. */
export const displaySchema = lazily(() =>
  z
    .strictObject({
      language: z
        .string()
        .default('auto')
        .describe(
          'The language of the interface: `en`, `zh`, or `auto` for that of the locale (`LC_ALL`, `LC_MESSAGES`, `LANG`). Others are shown in English.',
        ),
      interface: z
        .enum(['cli', 'tui'])
        .default('tui')
        .describe(
          'What `hermes` opens in a terminal: `tui`, the full screen, or `cli`, the chat in lines. `--cli`, `--tui` and `HERMES_TUI` go before it.',
        ),
      tool_progress: z
        .enum(['off', 'log', 'new', 'all', 'verbose'])
        .default('all')
        .describe(
          'Show tool calls. In a terminal, all but `off` mean a line for each. In chats, `new` shows names, `all` also the start of arguments, `verbose` more of them; `log` shows nothing and writes each call to `logs/tool_calls.log`.',
        ),
      tool_progress_command: z
        .boolean()
        .default(false)
        .describe('Let administrators change `tool_progress` of a chat network with /verbose in one of its chats.'),
      background_process_notifications: z
        .enum(['all', 'result', 'concise', 'error', 'off'])
        .default('all')
        .describe(
          'Which messages chats get about background processes that end after their turn: `result` the exit code and the last lines, `all` also the lines that the agent watches for, `concise` one line, `error` only failures, `off` none.',
        ),
      show_reasoning: z.boolean().default(false).describe('Show the reasoning of the model.'),
      reasoning_full: z
        .boolean()
        .default(true)
        .describe('Show all of the reasoning, if it is shown: otherwise its first 10 rows.'),
      memory_notifications: z
        .enum(['off', 'on', 'verbose'])
        .default('on')
        .describe('What to show of the reviews after turns: nothing, one line, or each entry.'),
      busy_input_mode: z
        .enum(['queue', 'steer', 'interrupt'])
        .default('queue')
        .describe(
          'What to do with a message during a running turn: `queue` keeps it for the next turn, `steer` passes it to the model with the next tool results, `interrupt` ends the turn and starts a new one.',
        ),
      busy_ack_enabled: z
        .boolean()
        .default(true)
        .describe(
          'Acknowledge in a chat, once per turn, that a message waits for the end of the turn or was passed to it (`busy_mode` of the network: `queue` or `steer`).',
        ),
      ghost_text: z
        .boolean()
        .default(true)
        .describe('Complete the input, dimmed, with the newest message of the history that starts with it.'),
      screen_reader: z
        .boolean()
        .default(false)
        .describe('Open the chat in whole lines, as with `--screen-reader`: nothing is drawn again.'),
      theme: z
        .enum(['auto', 'light', 'dark'])
        .default('auto')
        .describe(
          'The background that colors are chosen for. With `auto`, what the terminal says (OSC 11), else the variable `COLORFGBG`, else dark.',
        ),
      skin: z
        .string()
        .default('default')
        .describe(
          'The colors of the terminal, and a few texts: a built-in skin, or `skins/NAME.yaml` in the home. `/skin` lists them.',
        ),
      file_mutation_verifier: z
        .boolean()
        .default(true)
        .describe('List below a turn the edits that failed and were not repeated.'),
      timestamps: z.boolean().default(false).describe('Show when each message was written.'),
      vim_mode: z.boolean().default(false).describe('Edit the prompt with the keys of vi.'),
      status_bar: z
        .strictObject({
          fields: z
            .array(z.string())
            .default(['model', 'context', 'total_tokens', 'cost', 'yolo', 'sandbox', 'git_branch', 'duration', 'title'])
            .describe(
              'The fields of the status line, the most important first; other names are ignored. An empty list hides the line.',
            ),
        })
        .prefault({}),
      runtime_footer: z
        .strictObject({
          enabled: z.boolean().default(false).describe('Add a line below the answers in chats.'),
          fields: z
            .array(z.enum(['model', 'context_pct', 'cwd']))
            .default(['model', 'context_pct', 'cwd'])
            .describe('What it shows: the model, how much of its window is used, and the folder of commands.'),
        })
        .prefault({}),
      bell_on_complete: z
        .boolean()
        .default(false)
        .describe('Ring the bell and send a notification when a turn of more than 10 seconds has ended.'),
      bell_on_prompt: z
        .boolean()
        .default(false)
        .describe('Ring the bell and send a notification when a question is open.'),
    })
    .prefault({}),
)
