"""Long counts: in shards, in processes or on a cluster, cached between runs. Not what they count."""
