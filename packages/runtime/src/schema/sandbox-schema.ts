import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** The sandbox settings of `terminal`, for commands on this machine. */
export const sandboxSettings = lazily(() => ({
  sandbox: z
    .enum(['auto', 'required', 'off'])
    .default('auto')
    .describe(
      'Run commands in a sandbox of the operating system. `auto`: if the machine supports it; `required`: do not start without it; `off`: commands have your permissions.',
    ),
  sandbox_network: z
    .enum(['auto', 'on', 'list', 'off'])
    .default('auto')
    .describe(
      'What commands in the sandbox reach. `on`: any machine; `list`: the hosts of `sandbox_hosts`, and others after a question; `off`: none; `auto`: `on` while a person is present, otherwise `off`.',
    ),
  sandbox_hosts: z
    .array(z.string().min(1))
    .default([])
    .describe(
      'Hosts that commands reach with `sandbox_network: list`: `example.com`, `*.example.com` for its subdomains, or an address. They may be in private networks.',
    ),
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
}))
