export interface Load {
  port: number;
  /** Requested one after the other, repeatedly. */
  paths: string[];
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
}

export interface Measured {
  perSecond: number;
  requests: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}
