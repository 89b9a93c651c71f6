const KIB = 1024;
const MIB = 1024 * KIB;
const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

// One transaction.
export const MAX_DOCUMENTS_READ = 32_000;
export const MAX_BYTES_READ = 16 * MIB;
export const MAX_INDEX_RANGES = 4096;
export const MAX_DOCUMENTS_WRITTEN = 16_000;
export const MAX_BYTES_WRITTEN = 16 * MIB;
export const MAX_FUNCTIONS_SCHEDULED = 1000;
export const MAX_SCHEDULED_ARGS_BYTES = 4 * MIB;
export const MAX_SCHEDULED_ARGS_TOTAL_BYTES = 16 * MIB;

// One function execution.
export const MAX_FUNCTION_ARGS_BYTES = 16 * MIB;
export const MAX_FUNCTION_RESULT_BYTES = 16 * MIB;
/** Excludes waiting for one's turn, and for slow cryptography (password hashes). */
export const MAX_TRANSACTION_WALL_MS = 15 * SECOND_MS;
/** Includes that time. */
export const MAX_TRANSACTION_OPEN_MS = 5 * MINUTE_MS;
export const MAX_NODE_ACTION_MS = 10 * MINUTE_MS;
export const MAX_LOG_LINES = 256;
export const MAX_LOG_LINE_BYTES = 32 * KIB;
export const MAX_CALL_DEPTH = 8;

// Values and documents.
export const MAX_DOCUMENT_BYTES = MIB;
export const MAX_DOCUMENT_NESTING = 16;
export const MAX_VALUE_NESTING = 64;
export const MAX_ARRAY_ELEMENTS = 8192;
export const MAX_OBJECT_FIELDS = 1024;

// Schema.
export const MAX_TABLES = 10_000;
export const MAX_INDEXES_PER_TABLE = 64;
export const MAX_FIELDS_PER_INDEX = 16;

// Queries.
export const MAX_QUERY_OPERATORS = 256;
export const MAX_PAGE_SIZE = 32_000;

// The deployment.
export const MAX_ENVIRONMENT_NAME_LENGTH = 256;
export const MAX_ENVIRONMENT_VALUE_BYTES = 8 * KIB;
