export type {
  CommandOwner,
  EnvironmentProcess,
  FileOptions,
  FileStatus,
  FileSystem,
  NetworkReach,
  OutputChunk,
  ProcessExit,
  ReadOptions,
  SpawnRequest,
  TerminalSize,
} from '../contracts/extensions/environment.js'
