import { hasFlag, type Rule, subcommandOf } from './rule.js'

export const databaseRules: readonly Rule[] = [
  {
    reason: 'It drops a database or a user of one.',
    programs: ['dropdb', 'dropuser'],
    test: ({ args }) => args.some((arg) => !arg.startsWith('-')),
  },
  { reason: 'It drops a database.', programs: ['mysqladmin'], test: ({ args }) => args.includes('drop') },
  {
    reason: 'It empties or recreates a database.',
    programs: [
      'rails',
      'rake',
      'prisma',
      'knex',
      'sequelize',
      'typeorm',
      'artisan',
      'python',
      'python3',
      'php',
      'django-admin',
      'flask',
      'mongorestore',
      'pg_restore',
      'supabase',
      'alembic',
      'manage.py',
      'drizzle-kit',
      'mix',
    ],
    test: ({ args }) =>
      args.some(
        (arg, index) =>
          /^(?:db:(?:drop|reset|purge|wipe|drop:all)(?::\w+)?|migrate:(?:fresh|reset)|schema:drop|ecto\.(?:drop|reset)|--drop)$/.test(
            arg,
          ) ||
          (arg === 'reset' && /^(?:migrate|db)$/.test(args[index - 1] ?? '')) ||
          (/^(?:flush|sqlflush|reset_db)$/.test(arg) &&
            /manage\.py$|^django-admin$/.test(args[index - 1] ?? 'django-admin')) ||
          arg === '--force-reset',
      ) ||
      (hasFlag(args, 'c', 'clean') && subcommandOf(args).endsWith('.dump')),
  },
]
