import { lazily } from '@hermes/safety'
import * as z from 'zod'

export const databaseSchema = lazily(() =>
  z
    .strictObject({
      // The store validates the address, because it recognizes common mistakes.
      url: z.string().min(1).optional().meta({
        description:
          'A PostgreSQL database for the sessions instead of the file state.db: `postgresql://user:password@host:5432/name`. Better kept in .env as HERMES_DATABASE_URL.',
        format: 'password',
      }),
      schema: z
        .string()
        .regex(/^(?!pg_)[a-z_][a-z0-9_-]{0,62}$/)
        .optional()
        .describe('The schema of its tables. Default: `hermes`; `hermes_<profile>` for another profile.'),
    })
    .prefault({}),
)

export type DatabaseSettings = z.output<ReturnType<typeof databaseSchema>>
