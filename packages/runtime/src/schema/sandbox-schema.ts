import * as z from 'zod'

/** The sandbox settings of `terminal`, for commands on this machine. */
export const sandboxSettings = {
  sandbox: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Run commands in a sandbox of the operating system. `auto`: if the machine supports it; `required`: do not start without it; `off`: commands have your permissions.',
    ),
  sandbox_network: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('Whether commands in the sandbox have network access. `auto`: while a person is present.'),
  sandbox_writable: z
    .array(z.string().min(1))
    .default([])
    .describe('Additional files and folders that commands in the sandbox may write. `~` is your home.'),
  sandbox_unix_sockets: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether commands in the sandbox may create Unix sockets. `auto`: unless they have network access, with which they could reach a display server or a bus.',
    ),
}
