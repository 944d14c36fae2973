export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from './client.js'
export {
  createPostgresStore,
  type PostgresPlace,
  type PostgresStoreOptions,
  type PostgresStoreServices,
} from './postgres-store.js'
