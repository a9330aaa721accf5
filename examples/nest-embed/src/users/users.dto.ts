import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsEmail, IsString, Length } from 'class-validator';

export class CredentialsDto {
  @ApiProperty({ example: 'you@example.com' })
  // As it may have been pasted.
  @Transform(({ value }) => (typeof value === 'string' ? value.trim() : value))
  @IsEmail()
  email!: string;

  @ApiProperty({ minLength: 10, maxLength: 200, example: 'correct horse battery' })
  @IsString()
  @Length(10, 200)
  password!: string;
}

export class TokenDto {
  @ApiProperty()
  user_id!: string;

  @ApiProperty({ description: 'Shown this once.' })
  token!: string;

  @ApiProperty({ format: 'date-time' })
  expires_at!: string;
}
