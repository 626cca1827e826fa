"""Long counts: in shards, in processes or on a cluster, kept between runs. Not what they count."""
