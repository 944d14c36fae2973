import { lazily } from '@hermes/safety'
import * as z from 'zod'

/** Listed by name, so that the variables can be known without building the schemas. */
const settingsWithVariable = [
  'lifetime_seconds',
  'credential_files',
  'docker_image',
  'docker_program',
  'docker_mount_cwd_to_workspace',
  'docker_run_as_host_user',
  'docker_forward_env',
  'docker_env',
  'docker_volumes',
  'docker_extra_args',
  'docker_network',
  'docker_persist_across_processes',
  'docker_shared_container_key',
  'docker_orphan_reaper',
  'container_cpu',
  'container_memory',
  'container_disk',
  'container_persistent',
  'ssh_host',
  'ssh_user',
  'ssh_port',
  'ssh_key',
] as const

const limit = (what: string, standard: number) =>
  z.number().min(0).default(standard).describe(`${what} of a container; 0 for no limit.`)

/** The environments for commands other than this machine; part of `terminal`. */
export const environmentsSchemas = lazily(
  () =>
    ({
      backend: z
        .enum(['local', 'docker', 'ssh'])
        .default('local')
        .describe(
          'Where commands run and files live: `local` on this machine, `docker` in a container of Docker or Podman, `ssh` on another host. Also TERMINAL_ENV.',
        ),
      lifetime_seconds: z.number().min(1).default(300).describe('Idle seconds after which a container stops itself.'),
      credential_files: z
        .array(z.string().min(1))
        .default([])
        .describe(
          'Files of this machine that are available at the same path below the home folder elsewhere: mounted read-only into a container, copied to an `ssh` host.',
        ),
      docker_image: z
        .string()
        .min(1)
        .default('docker.io/nikolaik/python-nodejs:python3.11-nodejs20')
        .describe('The image of the container.'),
      docker_program: z
        .string()
        .default('')
        .describe('`docker`, `podman` or a path. Empty: the first of the two that works.'),
      docker_mount_cwd_to_workspace: z
        .boolean()
        .default(false)
        .describe('Mount the folder where Hermes was started as /workspace, writable.'),
      docker_run_as_host_user: z
        .boolean()
        .default(false)
        .describe('Run commands in the container as your own user, so that you own the files in mounted folders.'),
      docker_forward_env: z
        .array(z.string())
        .default([])
        .describe('Variables of this machine that are passed to commands in the container.'),
      docker_env: z
        .record(z.string(), z.string())
        .default({})
        .describe('Further variables of commands in the container.'),
      docker_volumes: z
        .array(z.string())
        .default([])
        .describe('Mounts of the container, in the format of `docker run -v`: `/data:/data:ro`.'),
      docker_extra_args: z.array(z.string()).default([]).describe('Passed to `docker run` unchanged.'),
      docker_network: z.boolean().default(true).describe('Whether the container has network access.'),
      docker_persist_across_processes: z
        .boolean()
        .default(true)
        .describe('Keep the container when Hermes ends, and reuse it with the same settings.'),
      docker_shared_container_key: z
        .string()
        .default('')
        .describe('Separates containers with the same settings; agents with the same key share one.'),
      docker_orphan_reaper: z
        .boolean()
        .default(true)
        .describe('Remove stopped containers of this profile that were left behind.'),
      container_cpu: limit('Processors', 1),
      container_memory: limit('Memory in MiB', 5120),
      container_disk: limit('Disk in MiB, if the storage of the engine supports limits,', 51_200),
      container_persistent: z
        .boolean()
        .default(true)
        .describe('Keep the files in /workspace and the home folder of a container in the home of Hermes.'),
      ssh_host: z.string().default('').describe('The host of `ssh`: a name, an address, or a `Host` of ~/.ssh/config.'),
      ssh_user: z.string().default('').describe('The user there. Empty: as ~/.ssh/config has it.'),
      ssh_port: z.int().min(0).max(65_535).default(0).describe('The port there. 0: as ~/.ssh/config has it.'),
      ssh_key: z.string().default('').describe('The file of the private key. Empty: as ~/.ssh/config has it.'),
    }) satisfies Record<'backend' | (typeof settingsWithVariable)[number], z.ZodType>,
)

/** Maps the variable `TERMINAL_SSH_HOST` to `terminal.ssh_host`, and so on. `backend` has a different name. */
export const terminalVariables = settingsWithVariable.map((name) => ({
  variable: `TERMINAL_${name.toUpperCase()}`,
  path: `terminal.${name}`,
}))
