import { hasFlag, operandsOf, type Rule } from './rule.js'

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
    test: ({ args, invocation: { name } }) =>
      args.some(
        (arg, index) =>
          /^(?:db:(?:drop|reset|purge|wipe|drop:all)(?::\w+)?|migrate:(?:fresh|reset)|(?:[\w-]+:)*(?:schema|database):drop|ecto\.(?:drop|reset)|--drop)$/.test(
            arg,
          ) ||
          (/^(?:db|migrate):rollback$/.test(arg) && args.includes('--all')) ||
          (arg === 'downgrade' && args[index + 1] === 'base') ||
          (arg === 'reset' && /^(?:migrate|db)$/.test(args[index - 1] ?? '')) ||
          (/^(?:flush|sqlflush|reset_db)$/.test(arg) &&
            /manage\.py$|^django-admin$/.test(args[index - 1] ?? 'django-admin')) ||
          arg === '--force-reset',
      ) ||
      (name === 'pg_restore' && hasFlag(args, 'c', 'clean')),
  },
  {
    reason: 'It deletes queues or topics, or resets the broker.',
    programs: ['rabbitmqctl', 'rabbitmqadmin', 'kafka-topics', 'kafka-topics.sh', 'rpk'],
    test: ({ args, invocation: { name } }) =>
      name.startsWith('kafka')
        ? args.includes('--delete')
        : operandsOf(args)
            .slice(0, 2)
            .some((arg) => /^(?:force_)?reset$|^(?:delete|purge)(?:_(?:queue|vhost|user)|$)/.test(arg)),
  },
]
