import * as z from 'zod'

/** The part of `terminal` that is about the sandbox for commands on this machine. */
export const sandboxSettings = {
  sandbox: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Hold commands in a sandbox of the operating system. `auto`: where the machine can; `required`: do not start where it cannot; `off`: commands may do what you may.',
    ),
  sandbox_network: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe('Whether commands in the sandbox have the network. `auto`: while a person is there.'),
  sandbox_writable: z
    .array(z.string().min(1))
    .default([])
    .describe('Further files and folders that commands in the sandbox may write. `~` is your home.'),
  sandbox_unix_sockets: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether commands in the sandbox may make Unix sockets. `auto`: unless they have the network, and with it could reach a display server or a bus.',
    ),
}
